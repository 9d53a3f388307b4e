// `npm run new language <tag>`: copies the English texts for a translation.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { extensionFolder } from "../languages/left-english.mjs";
import { fail, print, ROOT } from "../runtime.mjs";

const TEXTS = "packages/i18n/src";
const ARTICLES = "apps/portal/src/features/help/articles";
/** The articles that every language has. */
const TRANSLATED_ARTICLES = ["getting-started", "redaction", "share-links", "workspaces"];

/** Returns a catalogue with the plural forms of a language, each with the English text of `_other`. */
function withPlurals(catalogue, forms) {
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([key, value]) => {
      if (typeof value !== "string") return [[key, withPlurals(value, forms)]];
      if (key.endsWith("_one") && `${key.slice(0, -4)}_other` in catalogue) return [];
      if (!key.endsWith("_other")) return [[key, value]];
      return forms.map((form) => [key.replace(/other$/u, form), value]);
    }),
  );
}

/** Returns the guide of tone and terms that a translator fills in. */
const guideOf = (name, tag) => `# ${name} (\`${tag}\`)

## Tone

Formal or informal address, and the form of buttons.

## Terms

| English | ${name} |
|---|---|
| image | |
| video | |
| recording | |
| share link | |
| workspace | |
| trash | |

## Typography

Quotation marks, dashes, numbers.
`;

/** Writes the files of a new language. It is offered when its tag is in \`TRANSLATED\`. */
export function newLanguage(tag) {
  if (!/^[a-z]{2,3}$/u.test(tag) || Intl.PluralRules.supportedLocalesOf(tag).length === 0)
    fail(`Usage: npm run new language <tag> - "${tag}" is no known language tag such as sv.`);
  const folder = path.join(ROOT, TEXTS, tag);
  if (existsSync(folder)) fail(`There already is ${TEXTS}/${tag}.`);
  mkdirSync(folder, { recursive: true });
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  for (const file of readdirSync(path.join(ROOT, TEXTS, "en"))) {
    const english = JSON.parse(readFileSync(path.join(ROOT, TEXTS, "en", file), "utf8"));
    writeFileSync(path.join(folder, file), `${JSON.stringify(withPlurals(english, forms), null, 2)}\n`);
  }
  const manifest = "apps/extension/public/_locales";
  cpSync(path.join(ROOT, manifest, "en"), path.join(ROOT, manifest, extensionFolder(tag)), { recursive: true });
  for (const slug of TRANSLATED_ARTICLES) cpSync(path.join(ROOT, ARTICLES, `${slug}.md`), path.join(ROOT, ARTICLES, tag, `${slug}.md`));
  const name = new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;
  writeFileSync(path.join(ROOT, "docs/languages", `${tag}.md`), guideOf(name, tag));
  print(`wrote ${TEXTS}/${tag}, ${manifest}/${extensionFolder(tag)}, ${ARTICLES}/${tag} and docs/languages/${tag}.md`);
  print(`Translate them. Then add "${tag}" to TRANSLATED (and to LANGUAGES) in ${TEXTS}/index.ts, and run: npm run check`);
}
