import type { EditEffect } from "@stillreel/contract";
import type { VideoEditorTexts } from "../texts.ts";

const TEXT_MAX = 40;

/** Returns the name of an effect: its kind with its number, or the start of its text. */
export function effectName(t: VideoEditorTexts["t"], effect: EditEffect, number: number): string {
  const text = effect.kind === "text" ? effect.text.trim().replaceAll(/\s+/gu, " ") : "";
  if (text !== "") return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
  return t(`effects.${effect.kind}`, { number });
}

/** Returns the number of an effect among those of its kind, from 1. */
export const effectNumber = (effects: readonly EditEffect[], effect: EditEffect): number =>
  effects.filter(({ kind }) => kind === effect.kind).findIndex(({ id }) => id === effect.id) + 1;
