import { expect, test } from "vitest";
import { INITIAL_FILES } from "./initial-code.config.ts";

const fileOf = (id: string): string | undefined => INITIAL_FILES.find((file) => file.test?.test(id) ?? true)?.name;

test("the code of every page is a file for each layer", () => {
  const files = {
    "/repo/node_modules/react-dom/cjs/react-dom-client.production.js": "react",
    "/repo/node_modules/react/index.js": "react",
    "/repo/node_modules/@tanstack/react-router/dist/esm/link.js": "libraries",
    "/repo/node_modules/react-i18next/dist/es/index.js": "libraries",
    "/repo/packages/contract/src/items.contract.ts": "contract",
    "/repo/packages/i18n/src/en/library.json": "texts",
    "/repo/packages/ui/src/brand/logo.tsx": "core",
    "/repo/apps/portal/src/platform/api.ts": "core",
    "/repo/apps/portal/src/entities/items/items.queries.ts": "core",
    "\0vite/preload-helper.js": "core",
    "/repo/apps/portal/src/features/library-view/library.screen.tsx": "views",
    "/repo/apps/portal/src/app/main.tsx": "main",
    "/repo/apps/portal/src/app/shell/shell.tsx": "main",
  };
  expect(Object.keys(files).map(fileOf)).toEqual(Object.values(files));
});
