// A list that grows at its end stays at its end, unless somebody has scrolled up to read.

import type { Attachment } from "svelte/attachments";
import { tick } from "svelte";

export function stay(length: () => number): Attachment<HTMLElement> {
  return (element) => {
    let atEnd = true;
    const look = () => {
      atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 40;
    };
    element.addEventListener("scroll", look, { passive: true });
    $effect(() => {
      void length();
      void tick().then(() => {
        if (atEnd) element.scrollTop = element.scrollHeight;
      });
    });
    return () => element.removeEventListener("scroll", look);
  };
}
