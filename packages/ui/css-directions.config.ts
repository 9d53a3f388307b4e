import type { Plugin } from "vite";

/** `Features.DirSelector` of Lightning CSS, which is a dependency of Vite. */
const DIR_SELECTOR = 4;
/** The start of the list of languages that replaces `:dir(rtl)` and, negated, `:dir(ltr)`. */
const LOWERED = /:lang\(["']?ae\b/u;

/**
 * Leaves `:dir()` in style sheets. For older browsers, the minifier would replace it by a list of languages: a page that is mirrored while
 * its texts are in English would then have icons in the wrong direction. The build fails if that happens anyway.
 */
export const realDirections = (): Plugin => ({
  name: "real-directions",
  config: () => ({ css: { lightningcss: { exclude: DIR_SELECTOR } } }),
  generateBundle(_options, bundle) {
    for (const [name, file] of Object.entries(bundle))
      if (file.type === "asset" && name.endsWith(".css") && LOWERED.test(file.source.toString()))
        this.error(`${name} has :dir() as a list of languages.`);
  },
});
