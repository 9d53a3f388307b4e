import type { ReadCallback } from "i18next";

declare global {
  interface Window {
    /** The first texts of a language that `early.js` requested before the modules were loaded. */
    earlyTexts?: { language: string; answer: Promise<Response> };
  }
}

/** Catalogues by namespace. */
type Catalogues = Partial<Record<string, Record<string, unknown>>>;

/** The early texts by language, read once. */
const early = new Map<string, Promise<Catalogues>>();

/** Returns the early texts of a language. None when they were not requested or did not arrive: the catalogues are requested one by one then. */
async function earlyTextsOf(language: string): Promise<Catalogues> {
  const requested = window.earlyTexts;
  if (requested?.language === language) {
    delete window.earlyTexts;
    const reading = requested.answer.then((answer) => (answer.ok ? (answer.json() as Promise<Catalogues>) : {})).catch(() => ({}));
    early.set(language, reading);
  }
  return early.get(language) ?? {};
}

/** Why a catalogue was not read, and whether another attempt can succeed. */
class ReadError extends Error {
  readonly isTemporary: boolean;
  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

async function fetchTexts(address: string): Promise<Record<string, unknown>> {
  const answer = await fetch(address).catch((error: unknown) => {
    throw new ReadError(`${address}: ${String(error)}`, true);
  });
  if (!answer.ok) throw new ReadError(`${address}: ${answer.status}`, answer.status >= 500);
  return (await answer.json()) as Record<string, unknown>;
}

/**
 * Reads a catalogue of another language than English: from the early texts, else from the server.
 * @param callback receives the texts, or an error and whether i18next is to try again
 */
export async function readTexts(language: string, namespace: string, callback: ReadCallback): Promise<void> {
  try {
    const found = (await earlyTextsOf(language))[namespace];
    callback(null, found ?? (await fetchTexts(`/locales/${language}/${namespace}.json`)));
  } catch (error) {
    callback(error as Error, error instanceof ReadError && error.isTemporary);
  }
}
