// Finds texts that no code reads.

/** Namespaces whose texts are read as objects (`texts.stop`), and not by their whole key. */
const READ_AS_OBJECTS = new Set(["emails", "health", "public-page", "recorder"]);

/** Returns the keys of nested texts, joined by dots, without the suffix of their plural form. */
function* keysOf(texts, prefix = "") {
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value === "object") yield* keysOf(value, `${prefix}${name}.`);
    else yield prefix + name.replace(/_(?:zero|one|two|few|many|other)$/u, "");
  }
}

/**
 * Returns the keys that no source contains, as `namespace:key`. A key counts as used when the sources contain it in quotes, or contain a
 * template that starts like it: `t(`errors.${code}`)` uses every key below `errors`. Texts that are read as objects may also match the end of
 * a template (`texts[`${state}Title`]`).
 * @param namespaces the texts of a language by namespace
 * @param sources the text of all sources
 */
export function unusedKeys(namespaces, sources) {
  const literals = new Set(sources.match(/(?<=["'`:])[\w.-]+(?=["'`])/gu));
  const prefixes = new Set(sources.match(/(?<=[`:])[\w.-]+(?=\$\{)/gu));
  const suffixes = [...new Set(sources.match(/(?<=\}[.]?)[A-Za-z]+(?=`)/gu))];
  const words = new Set(sources.match(/[\w-]+/gu));
  const isUsed = (namespace, key) =>
    literals.has(key) ||
    [...key].some((_, length) => prefixes.has(key.slice(0, length))) ||
    (READ_AS_OBJECTS.has(namespace) && (words.has(key.split(".").at(-1)) || suffixes.some((suffix) => key.endsWith(suffix))));
  return Object.entries(namespaces).flatMap(([namespace, texts]) =>
    [...new Set(keysOf(texts))].filter((key) => !isUsed(namespace, key)).map((key) => `${namespace}:${key}`),
  );
}
