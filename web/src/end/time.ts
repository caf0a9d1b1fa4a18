// How long something took, as people say it.

import { t } from "../lib/i18n.svelte";

export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return t("end.over.seconds", { s });
  const m = Math.floor(s / 60);
  if (m < 60) return t("end.over.minutes", { m, s: s % 60 });
  return t("end.over.hours", { h: Math.floor(m / 60), m: m % 60 });
}
