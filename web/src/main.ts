import { mount } from "svelte";

import "./app.css";
import App from "./App.svelte";
import { speak, wantedLanguage } from "./lib/i18n.svelte";
import { dress } from "./lib/prefs.svelte";
import { offered } from "./lib/last";
import { listen } from "./lib/route.svelte";
import { prepareSound } from "./lib/sound";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");

// What the home page needs is on its way before its first word is known.
if (location.pathname === "/") offered().catch(() => {});

dress();
listen();
prepareSound();

/** Without the catalogue nothing can be said, so these are the only words that stand in the code. */
function sorry(place: HTMLElement): void {
  const lines = [
    ["en", "The server cannot be reached. Trying again …"],
    ["de", "Der Server ist nicht zu erreichen. Ich versuche es weiter …"],
    ["fr", "Le serveur est injoignable. Nouvel essai …"],
  ] as const;
  const main = document.createElement("main");
  main.className = "without-words";
  for (const [lang, text] of lines) {
    const line = document.createElement("p");
    line.lang = lang;
    line.textContent = text;
    main.append(line);
  }
  place.replaceChildren(main);
}

/** So that no number changes its face, or its place, once it is shown. */
async function numerals(): Promise<void> {
  await document.fonts.load('1em "Numerals"').catch(() => {});
}

async function start(place: HTMLElement): Promise<void> {
  const type = numerals();
  for (let wait = 500; ; wait = Math.min(wait * 2, 10_000)) {
    try {
      await speak(wantedLanguage());
      await type;
      break;
    } catch {
      sorry(place);
      await new Promise((go) => setTimeout(go, wait));
    }
  }
  place.replaceChildren();
  mount(App, { target: place });
}

void start(target);
