import english from "@stillreel/i18n/en/editor.json" with { type: "json" };

/** The editor's English catalogue (namespace `editor`), for hosts that provide texts. */
export { english };

type Leaf<T, Path extends string = ""> = {
  [Key in keyof T & string]: T[Key] extends string ? `${Path}${Key}` : Leaf<T[Key], `${Path}${Key}.`>;
}[keyof T & string];
type WithoutPlural<Key extends string> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;

/** A key of a catalogue. Plural forms are named by their stem. */
export type TextKeyOf<T> = WithoutPlural<Leaf<T>>;

/** A key of the catalogue, such as `tools.arrow`. Plural forms are named by their stem and chosen by the value `count`. */
export type EditorTextKey = TextKeyOf<typeof english>;

/** Values of the placeholders of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** The texts of one language. A host provides them, usually as i18next's `t` bound to the namespace `editor`. */
export interface EditorTexts {
  t(key: EditorTextKey, values?: TextValues): string;
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
export function createEditorTexts(language: string, direction: "ltr" | "rtl", catalogue: Catalogue = english): EditorTexts {
  const plurals = new Intl.PluralRules(language);
  const t = (key: EditorTextKey, values: TextValues = {}): string => {
    const count = values["count"];
    const form = typeof count === "number" ? plurals.select(count) : "other";
    const keys = [`${key}_${form}`, key, `${key}_other`];
    const text = [catalogue, english].flatMap((from) => keys.map((wanted) => find(from, wanted))).find((given) => given !== undefined);
    return (text ?? key).replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String(values[name] ?? ""));
  };
  return { t, language, direction };
}
