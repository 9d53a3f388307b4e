import { build, type Plugin } from "vite";
import { expect, it } from "vitest";
import { earlyCompilation, isCompiledEarly } from "./early-compilation.config.ts";

const MODULES: Record<string, string> = {
  entry: `import("late").then(({ late }) => late()); document.title = "entry";`,
  late: `export const late = () => { document.title = "late"; }`,
};
/** An application of two files. Vite adds a line to a file that loads another. */
const page: Plugin = {
  name: "page",
  resolveId: (id) => (id in MODULES ? id : null),
  load: (id) => MODULES[id],
};

it("the hint is the first line of each file", async () => {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [page, earlyCompilation()],
    build: { write: false, target: "es2022", rolldownOptions: { input: "entry" } },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as { output: { code?: string }[] };
  const codes = output.flatMap(({ code }) => code ?? []);
  expect(codes.length).toBeGreaterThan(1);
  for (const code of codes) expect(code.split("\n")[0]).toBe("//# allFunctionsCalledOnLoad");
});

it("large programs of which a page uses a part are compiled by need", () => {
  expect([isCompiledEarly(300_000), isCompiledEarly(1_800_000)]).toEqual([true, false]);
});
