import english from "@stillreel/i18n/en/watch.json" with { type: "json" };

/** The English catalogue of players and discussions (namespace `watch`), for hosts that provide texts. */
export { english };

type Leaf<T, Path extends string = ""> = {
  [Key in keyof T & string]: T[Key] extends string ? `${Path}${Key}` : Leaf<T[Key], `${Path}${Key}.`>;
}[keyof T & string];
type WithoutPlural<Key extends string> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;

/** A key of the catalogue, such as `player.play`. Plural forms are named by their stem and chosen by the value `count`. */
export type WatchTextKey = WithoutPlural<Leaf<typeof english>>;

/** Values of the placeholders of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** The texts of one language. A host provides them, usually as i18next's `t` bound to the namespace `watch`. */
export interface WatchTexts {
  t(key: WatchTextKey, values?: TextValues): string;
  /** BCP 47 tag. */
  language: string;
  direction: "ltr" | "rtl";
}

type Catalogue = { readonly [key: string]: string | Catalogue };

function find(catalogue: Catalogue, key: string): string | undefined {
  let found: string | Catalogue | undefined = catalogue;
  for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
  return typeof found === "string" ? found : undefined;
}

/**
 * Creates texts from a catalogue without a library: for pages that have none, and for tests. A key that is missing in the
 * catalogue gives the English text.
 */
export function createWatchTexts(language: string, direction: "ltr" | "rtl", catalogue: Catalogue = english): WatchTexts {
  const plurals = new Intl.PluralRules(language);
  const t = (key: WatchTextKey, values: TextValues = {}): string => {
    const count = values["count"];
    const form = typeof count === "number" ? plurals.select(count) : "other";
    const keys = [`${key}_${form}`, key, `${key}_other`];
    const text = [catalogue, english].flatMap((from) => keys.map((wanted) => find(from, wanted))).find((given) => given !== undefined);
    return (text ?? key).replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String(values[name] ?? ""));
  };
  return { t, language, direction };
}
