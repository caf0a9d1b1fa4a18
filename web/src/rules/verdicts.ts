// How an answer of the law is drawn: a sign, a tone, and a word or figure of two or three letters.

import type { SymbolName } from "../board/symbols";
import { ofEdition, t } from "../lib/i18n.svelte";
import type { AnswerTold } from "../wire";

export type Tone = "good" | "trick" | "no" | "lost";

export function toneOf(answer: AnswerTold): Tone {
  if (answer.verdict === "refused") return "no";
  if (answer.verdict === "loses" || answer.verdict === "dead_end") return "lost";
  return answer.trick ? "trick" : "good";
}

export function signOf(answer: AnswerTold): SymbolName {
  switch (answer.verdict) {
    case "refused":
      return "keep!";
    case "loses":
    case "dead_end":
      return "warn";
    case "wins":
      return "star";
    case "ends":
      return "flag";
    default:
      return answer.trick ? "back" : "done";
  }
}

/** What stands under a card that is tried: its step where it fits, else the verdict. */
export function shortly(answer: AnswerTold, edition: string): string {
  if (answer.verdict !== "fine") return t(ofEdition(`end.verdict.${answer.verdict}`, edition));
  if (answer.step === null) return t("end.verdict.fine");
  return answer.step > 0 ? `+${answer.step}` : `−${-answer.step}`;
}
