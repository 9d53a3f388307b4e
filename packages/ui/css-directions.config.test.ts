import { build, type Plugin } from "vite";
import { expect, it } from "vitest";
import { realDirections } from "./css-directions.config.ts";

const STYLE = "virtual:style.css";
/** An application of one style sheet. */
const page: Plugin = {
  name: "page",
  resolveId: (id) => (id === "entry" || id === STYLE ? id : null),
  load: (id) =>
    id === "entry" ? `import "${STYLE}";` : id === STYLE ? ".icon:dir(rtl) { rotate: 180deg; } .icon:dir(ltr) { rotate: 0deg; }" : null,
};
const built = async (...plugins: Plugin[]): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [page, ...plugins],
    build: { write: false, target: "es2022", rolldownOptions: { input: "entry" } },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as { output: { fileName: string; source?: unknown }[] };
  return String(output.find(({ fileName }) => fileName.endsWith(".css"))?.source);
};

it("style sheets ask for the direction of an element, not for its language", async () => {
  expect(await built()).toMatch(/:lang\(/u);
  expect(await built(realDirections())).toContain(".icon:dir(rtl)");
});

it("a build that replaces directions by languages fails", async () => {
  const undone: Plugin = { name: "undone", config: () => ({ css: { lightningcss: { exclude: 0 } } }) };
  await expect(built(realDirections(), undone)).rejects.toThrow(/:dir\(\) as a list of languages/u);
});
