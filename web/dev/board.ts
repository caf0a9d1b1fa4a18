// The board without a server: ?state=solo&lang=de&theme=evening&hand=fan&choose=42
import { mount } from "svelte";

import "../src/app.css";
import { speak } from "../src/lib/i18n.svelte";
import { choose } from "../src/lib/prefs.svelte";
import Harness from "./Harness.svelte";

const asked = new URLSearchParams(location.search);
const language = (asked.get("lang") ?? "en") as "en" | "de" | "fr";
choose({
  language,
  theme: (asked.get("theme") ?? "day") as "day" | "evening",
  hand: (asked.get("hand") ?? "axis") as "axis" | "fan",
});
await speak(language);
const target = document.getElementById("app");
if (target) mount(Harness, { target, props: { name: asked.get("state") ?? "solo" } });
