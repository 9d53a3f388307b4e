import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8").replaceAll(/\/\*[\s\S]*?\*\//gu, "");

/** Returns the custom properties of the rules whose selector fits, without a media query around them. Later rules replace earlier ones. */
function propertiesOf(styles: string, fits: (selector: string) => boolean): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, selector = "", body = ""] of styles.matchAll(/([^{}]+)\{([^{}]*)\}/gu))
    if (fits(selector.trim()))
      for (const [, name = "", value = ""] of body.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/gu))
        found.set(
          name,
          value
            .replaceAll(/\s+/gu, " ")
            .replace(/^#([0-9a-f])\1{5}$/u, "#$1$1$1")
            .trim(),
        );
  return found;
}

const [light = "", dark = ""] = read("./assets/theme.css").split("@media (prefers-color-scheme: dark) {");
const [tokens = ""] = read("../../../../../packages/ui/src/styles/tokens.css").split("@media");
const isRoot = (selector: string): boolean => selector === ":root";
const tokensOf = (scheme: string) =>
  propertiesOf(tokens, (selector) => selector.startsWith(":root") || selector.endsWith(`[data-mantine-color-scheme="${scheme}"]`));

// The pages load no web font for code.
const OWN = new Set(["--mono"]);

test.each([
  ["light", light, 50],
  ["dark", dark, 30],
])("the public pages have the colours and sizes of the design tokens: %s", (scheme, styles, count) => {
  const expected = tokensOf(scheme);
  const own = [...propertiesOf(styles, isRoot)].filter(([name]) => !OWN.has(name));
  expect(own.length).toBeGreaterThan(count);
  expect(Object.fromEntries(own)).toEqual(Object.fromEntries(own.map(([name]) => [name, expected.get(name)])));
});
