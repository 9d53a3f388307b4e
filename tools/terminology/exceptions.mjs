// Uses of banned words that are correct. Each one has a reason; an exception that nothing needs is an error.
// `name` is an exact identifier, file or class name; `word` is a banned word; `under` is a path prefix.
export const EXCEPTIONS = [
  { name: "keepAlive", under: "bench/", reason: "option of Node's HTTP agent" },
  { name: "keepCaptureFacts", reason: "field of the contract" },
  { name: "keepOriginal", reason: "field of the contract" },
  { name: "KeepOriginal", reason: "type of the contract's field keepOriginal" },
  { name: "KeepOriginalNote", reason: "component of the contract's field keepOriginal" },
  { name: "keep-original-note.tsx", reason: "component of the contract's field keepOriginal" },
  { name: "place", under: "packages/editor/src/react/announcements/announcements.plan.ts", reason: "value of a translated text" },
  { name: "place", under: "packages/contract/src/rights.contract.ts", reason: "field of the contract" },
  { name: "keptAt", under: "apps/portal/src/", reason: "field of records in the browser's storage" },
  { name: "place", under: "apps/portal/src/entities/uploads/", reason: "field of uploads in the browser's storage" },
  { name: "keptCount", under: "apps/extension/src/", reason: "key in the extension's storage" },
  { name: "place", under: "apps/portal/src/entities/folders/folder-actions.ts", reason: "value of a translated text" },
  { name: "place", under: "apps/portal/src/entities/items/item-actions.ts", reason: "value of a translated text" },
  { name: "place", under: "apps/portal/src/features/access/", reason: "field of the contract, and value of a translated text" },
  { name: "place", under: "apps/portal/src/features/library-view/", reason: "value of a translated text" },
  { name: "place", under: "apps/portal/src/features/move-items/", reason: "value of a translated text" },
  { name: "place", under: "apps/portal/src/features/search/search-palette.tsx", reason: "value of a translated text" },
  { name: "place", under: "apps/portal/src/features/uploads/upload-row.tsx", reason: "value of a translated text" },
  { name: "told", under: "apps/portal/src/features/workspaces/activity.plan.test.ts", reason: "key of the translated texts" },
];
