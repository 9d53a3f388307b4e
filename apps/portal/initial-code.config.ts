/** One file of the code that every page loads: its name, and the modules that it contains. */
interface InitialFile {
  name: string;
  test?: RegExp;
  tags: ["$initial"];
}

const initial = (name: string, test?: RegExp): InitialFile => ({ name, tags: ["$initial"], ...(test && { test }) });

/**
 * The files of the code of every page: one for each layer, so that the browser compiles and runs each in its own task. One file for all
 * blocks a phone for 200 ms. The first match applies; a later file imports earlier ones only. Versions of the product with the same
 * dependencies have the same `react` and `libraries`. The bundler's own functions belong to the lowest layer that uses them.
 */
export const INITIAL_FILES: InitialFile[] = [
  initial("react", /node_modules\/(?:react|react-dom|scheduler)\//u),
  initial("libraries", /node_modules/u),
  initial("texts", /packages\/i18n\//u),
  initial("contract", /packages\/(?:contract|client)\//u),
  initial("core", /packages\/ui\/|portal\/src\/(?:platform|ui|entities)\/|vite\/preload-helper/u),
  initial("views", /portal\/src\/features\//u),
  initial("main"),
];
