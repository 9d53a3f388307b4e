import { serveFiles } from "../files/offscreen-files.ts";
import { serve } from "../shared/messages.ts";
import { startLifetime } from "./lifetime.ts";
import { takeScreenShot } from "./take-screen.ts";

/** Copies through a selected field: the async clipboard needs a focused document, which an offscreen page never is. */
function copyText(text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>("#clipboard");
  if (!field) throw new Error("The offscreen page has no clipboard field.");
  field.value = text;
  field.select();
  const copied = document.execCommand("copy");
  field.value = "";
  if (!copied) throw new Error("The browser refused to copy.");
}

/** Wires the offscreen page. */
export function startOffscreen(): void {
  startLifetime();
  serveFiles();
  serve("offscreen", {
    "clipboard.write": ({ text }) => {
      copyText(text);
      return Promise.resolve(null);
    },
    "screen.take": takeScreenShot,
  });
}
