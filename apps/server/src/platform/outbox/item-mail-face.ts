import { eachGrapheme } from "@stillreel/contract";
import { INK } from "./mail-frame.ts";
import type { Face } from "./mail-layout.ts";
import { pictureBlock } from "./mail-picture-blocks.ts";
import { escapeHtml } from "./mail-values.ts";

/** Returns the first letter of a name, as users see it. */
function initialOf(name: string): string {
  const [first = "?"] = eachGrapheme(name.trim());
  return first.toLocaleUpperCase();
}

/** Returns the initial of a name in a circle. The name is beside it, so it is not read out. */
function initialHtml(name: string, size: number, border: string): string {
  const text = `font-size:${Math.round(size * 0.42)}px;line-height:${size}px;font-weight:600;color:${INK}`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="face ink" width="${size}" height="${size}" align="center" valign="middle" bgcolor="#e3e5ea" aria-hidden="true" style="width:${size}px;min-width:${size}px;height:${size}px;padding:0;border-radius:50%;${border}background-color:#e3e5ea;text-align:center;${text}">${escapeHtml(initialOf(name))}</td></tr></table>`;
}

/** Returns the picture of a person, or the initial of the name. */
export function faceHtml({ picture, name }: Face, size: number, border = ""): string {
  const initial = initialHtml(name, size, border);
  if (picture === null) return initial;
  const style = `display:block;width:${size}px;height:${size}px;${border}border-radius:50%`;
  return pictureBlock(picture, { alt: "", width: size, height: size, style }, { or: initial });
}
