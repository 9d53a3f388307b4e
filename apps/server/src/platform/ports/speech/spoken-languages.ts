/** Languages that speech models report, as tags. Some services name a language in English. */
const TAGS =
  "en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue".split(
    " ",
  );
/** Names that differ from those of `Intl`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  mandarin: "zh",
  castilian: "es",
  valencian: "ca",
  flemish: "nl",
  moldavian: "ro",
  moldovan: "ro",
  panjabi: "pa",
  sinhalese: "si",
  myanmar: "my",
  pushto: "ps",
  "haitian creole": "ht",
  letzeburgesch: "lb",
  tagalog: "tl",
};

let byName: Map<string, string> | null = null;

function names(): Map<string, string> {
  const english = new Intl.DisplayNames("en", { type: "language" });
  byName ??= new Map([...TAGS.map((tag) => [(english.of(tag) ?? tag).toLowerCase(), tag] as const), ...Object.entries(OTHER_NAMES)]);
  return byName;
}

/** Returns the tag of a language that a service named by its tag or its English name; null for anything else. */
export function languageTagOf(named: unknown): string | null {
  if (typeof named !== "string") return null;
  const name = named.trim().toLowerCase();
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/u.test(name) || name.length > 35) return names().get(name) ?? null;
  // Javanese has another code in speech models.
  return name === "jw" ? "jv" : (Intl.getCanonicalLocales(name)[0] ?? null);
}
