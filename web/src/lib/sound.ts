// What is heard and felt: short tunes from oscillators and noise, and the buzz of a phone. Nothing
// is made before the person has touched the page: browsers play nothing earlier.

import type { Happened, State } from "../wire";
import { prefs, still } from "./prefs.svelte";

/** What happens at a table that may be heard and felt, the weightiest last. */
export const SIGNALS = ["card", "trick", "fire", "loss", "win"] as const;
export type Signal = (typeof SIGNALS)[number];

interface Tune {
  /** Pitch in hertz, when it begins and how long it sounds, in seconds. */
  notes: [pitch: number, at: number, long: number][];
  /** Noise up to a pitch: a card on the felt, a crackle. */
  noises?: [upTo: number, at: number, long: number][];
  loud: number;
}

const TUNES: Record<Signal | "turn", Tune> = {
  // A card laid on a table.
  card: { notes: [[130, 0, 0.07]], noises: [[1100, 0, 0.06]], loud: 0.2 },
  // It springs back: up a fifth.
  trick: { notes: [[392, 0, 0.12], [587.33, 0.08, 0.22]], noises: [[1100, 0, 0.05]], loud: 0.14 },
  fire: { notes: [[98, 0, 0.3]], noises: [[2600, 0, 0.05], [1800, 0.09, 0.04], [3200, 0.17, 0.09]], loud: 0.16 },
  loss: { notes: [[329.63, 0, 0.5], [261.63, 0.28, 0.8]], loud: 0.14 },
  win: { notes: [[523.25, 0, 0.4], [659.25, 0.11, 0.4], [783.99, 0.22, 0.4], [1046.5, 0.33, 0.9]], loud: 0.14 },
  // Two soft notes, a fifth apart, like a glass touched twice.
  turn: { notes: [[523.25, 0, 0.7], [783.99, 0.16, 0.7]], loud: 0.18 },
};

/** Milliseconds of buzz and of rest, in turn. */
const BUZZES: Record<Signal, number[]> = {
  card: [8],
  trick: [12, 40, 16],
  fire: [25, 30, 25, 30, 25],
  loss: [120],
  win: [30, 50, 30, 50, 110],
};

/** Sound and buzz are on unless the person, or the system's setting for less motion, says otherwise. */
export function heard(): boolean {
  return prefs.tones === "usual" ? !still() : prefs.tones === "on";
}

export function felt(): boolean {
  return prefs.buzz === "usual" ? !still() : prefs.buzz === "on";
}

export function canBuzz(): boolean {
  return "vibrate" in navigator;
}

let audio: AudioContext | null = null;
let touched = false;

function context(): AudioContext | null {
  if (!touched) return null;
  try {
    audio ??= new AudioContext();
    void audio.resume();
  } catch {
    audio = null; // A machine without sound stays silent.
  }
  return audio;
}

/** Makes ready at the first touch. */
export function prepareSound(): void {
  const ready = () => {
    touched = true;
    if (prefs.sound || heard()) context();
  };
  window.addEventListener("pointerdown", ready);
  window.addEventListener("keydown", ready);
}

/** Swells quickly and dies away. */
function fading(on: AudioContext, loud: number, at: number, long: number): GainNode {
  const volume = on.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.001, at + long);
  volume.connect(on.destination);
  return volume;
}

function hiss(on: AudioContext, long: number): AudioBufferSourceNode {
  const source = on.createBufferSource();
  source.buffer = on.createBuffer(1, Math.ceil(on.sampleRate * long), on.sampleRate);
  const samples = source.buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return source;
}

export function ring(which: Signal | "turn"): void {
  const on = context();
  if (!on) return;
  const { notes, noises = [], loud } = TUNES[which];
  const begin = on.currentTime + 0.02;
  for (const [pitch, after, long] of notes) {
    const tone = on.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(fading(on, loud, begin + after, long));
    tone.start(begin + after);
    tone.stop(begin + after + long);
  }
  for (const [upTo, after, long] of noises) {
    const noise = hiss(on, long);
    const warm = on.createBiquadFilter();
    warm.frequency.value = upTo;
    noise.connect(warm).connect(fading(on, loud, begin + after, long));
    noise.start(begin + after);
  }
}

export function buzz(which: Signal): void {
  if (touched && canBuzz()) navigator.vibrate(BUZZES[which]);
}

/** Lets a signal be heard and felt as the person chose. Others' cards are heard only. */
export function signal(which: Signal, own: boolean): void {
  if (document.hidden || !prefs[which]) return;
  if (heard()) ring(which);
  if (felt() && (own || which !== "card")) buzz(which);
}

/** What is to be heard of what led from one state to the next. */
export function signalOf(before: State, now: State, fresh: Happened[]): Signal | null {
  if (now.room.phase === "over") {
    if (before.room.phase === "over") return null;
    return now.game?.end?.won ? "win" : "loss";
  }
  const laid = fresh.filter(({ kind }) => kind === "laid");
  if (!laid.length) return null;
  const tops = new Map(before.game?.rows.map(({ name, top }) => [name, top]));
  if (now.game?.rows.some(({ name, top, fire }) => fire !== null && top !== tops.get(name))) return "fire";
  return laid.some(({ trick }) => trick) ? "trick" : "card";
}
