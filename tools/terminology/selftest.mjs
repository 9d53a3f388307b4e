// Proves that the terminology check reports each kind of violation and leaves correct files alone.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fail, print } from "../runtime.mjs";
import { checkTerms } from "./check-terms.mjs";
import { parseVocabulary } from "./vocabulary.mjs";

const GLOSSARY = `# Glossary

| term | meaning |
|---|---|
| cache | A copy. |

## Banned words

| banned | where | use instead |
|---|---|---|
| tell, told | names, texts | notify |
| keep | names | store |
| reach | names | tolerance |
| lies | texts | is stored |
| in the moment | texts | when |
| take-out | names, texts | takeout |
`;

const EXCEPTIONS = [
  { name: "keepAlive", reason: "planted" },
  { word: "told", under: "excepted/", reason: "planted" },
  { name: "neverUsed", reason: "planted" },
];

/** `reports` lists the expected violations as `line:word`. */
const CASES = [
  { file: "names/variable.ts", code: "const toldAt = 1;\nexport { toldAt };", reports: ["1:told"] },
  { file: "names/upper-case.ts", code: "\nexport const HIT_REACH = 1;", reports: ["2:reach"] },
  { file: "names/function.mjs", code: "export function tellOthers() {}", reports: ["1:tell"] },
  { file: "names/parameter.ts", code: "export const a = (keepThis: number) => keepThis;", reports: ["1:keep"] },
  { file: "names/destructured.ts", code: "export const { a: told, ...reach } = { a: 1 };", reports: ["1:told", "1:reach"] },
  { file: "names/type.ts", code: "export type TellWhat = 1;", reports: ["1:tell"] },
  { file: "names/interface.ts", code: "export interface Cache {\n  keep: number;\n  tell(): void;\n}", reports: ["2:keep", "3:tell"] },
  { file: "names/class.ts", code: "export class Cache {\n  #keep = 1;\n  tell(): void {}\n}", reports: ["2:keep", "3:tell"] },
  { file: "names/property.ts", code: "export const a = {\n  told: 1,\n};", reports: ["2:told"] },
  {
    file: "names/alias.ts",
    code: 'export { a as told } from "./a.ts";\nimport { b as keep } from "./b.ts";\nkeep();',
    reports: ["1:told", "2:keep"],
  },
  { file: "names/component.tsx", code: "export const Told = () => <p>told</p>;", reports: ["1:told"] },
  { file: "names/style.module.css", code: ".panel .told:hover {\n  --keep: 1px;\n}", reports: ["1:told", "2:keep"] },
  { file: "names/tell-me.ts", code: "export {};", reports: ["1:tell"] },
  { file: "names/told/a.ts", code: "export {};", reports: ["1:told"] },
  { file: "names/take-out.ts", code: "export const takeOutFile = 1;", reports: ["1:take-out", "1:take-out"] },
  { file: "texts/line.ts", code: "export {};\n// The subscriber is told.", reports: ["2:told"] },
  { file: "texts/docstring.ts", code: "/**\n * First.\n * It lies on disk.\n */\nexport const a = 1;", reports: ["3:lies"] },
  {
    file: "texts/wrapped.ts",
    code: "/**\n * Runs in the\n * moment when it starts.\n */\nexport const a = 1;",
    reports: ["2:in the moment"],
  },
  { file: "texts/title.test.ts", code: 'describe("a", () => {\n  it.each([1])("is told", () => {});\n});', reports: ["2:told"] },
  { file: "texts/style.css", code: "/* told */\n.a {}", reports: ["1:told"] },
  { file: "texts/query.sql", code: "select 1\n-- told\n;", reports: ["2:told"] },
  { file: "texts/page.md", code: "# A page\n\nThe user is **told**.", reports: ["3:told"] },
  { file: "packages/a/src/route.ts", code: 'export const a = { summary: "The user is told it" };', reports: ["1:told"] },
  { file: "apps/a/src/log.ts", code: "export const a = (n) => `${n} users were told about it`;", reports: ["1:told"] },
  { file: "apps/a/src/a.test.ts", code: 'it("works", () => expect(a).toBe("The user is told it"));', reports: [] },
  { file: "packages/a/src/key.ts", code: 'export const a = ["told", "told-others", "update told set told = 1"];', reports: [] },
  { file: "excepted/a.ts", code: "// told", reports: [] },
  {
    file: "honest/a.tsx",
    code: [
      "/** Reads `told` from {@link tell}, see https://example.test/told. Keeps the connection open. */",
      'import { tell } from "./other.ts";',
      "export const keepAlive = 1;",
      'export const text = "told";',
      "export const placeholder = { ...text, replaced: tell.told };",
      "export const Storyteller = () => <p title={text}>He told me.</p>;",
    ].join("\n"),
    reports: [],
  },
  { file: "honest/a.module.css", code: '.a {\n  background: url("told.svg");\n  width: calc(1px * var(--told));\n}', reports: [] },
  { file: "honest/page.md", code: "Run `tell`.\n\n```\ntold\n```\n\nSee [the page](told.md). Keep it.", reports: [] },
];

const folder = mkdtempSync(path.join(tmpdir(), "stillreel-terminology-"));
try {
  for (const { file, code } of CASES) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${code}\n`);
  }
  const vocabulary = parseVocabulary(GLOSSARY);
  const complaints = CASES.flatMap(({ file, reports }) => {
    const { violations } = checkTerms({ root: folder, files: [file], vocabulary, exceptions: EXCEPTIONS });
    const found = violations.map(({ line, word }) => `${line}:${word}`).toSorted();
    return found.join() === reports.toSorted().join() ? [] : [`${file}: expected [${reports.join()}], reported [${found.join()}]`];
  });
  const { unusedExceptions } = checkTerms({ root: folder, files: CASES.map(({ file }) => file), vocabulary, exceptions: EXCEPTIONS });
  if (unusedExceptions.map(({ name }) => name).join() !== "neverUsed") complaints.push("An unused exception was not reported.");
  for (const malformed of ["# Glossary", GLOSSARY.replace("names, texts | notify", "anywhere | notify")]) {
    let hasFailed = false;
    try {
      parseVocabulary(malformed);
    } catch {
      hasFailed = true;
    }
    if (!hasFailed) complaints.push("A malformed glossary was accepted.");
  }
  if (complaints.length > 0) fail(`The terminology check does not work:\n  ${complaints.join("\n  ")}`);
  const planted = CASES.filter(({ reports }) => reports.length > 0).length;
  print(`${planted} files with violations reported, ${CASES.length - planted} correct files accepted.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
