export {
  annotatePath,
  folderPath,
  folderTarget,
  itemPath,
  placeAt,
  type Addressed,
  type ShownPlace,
  type Target,
  type WorkspaceSection,
} from "./addresses.ts";
export { endPreviewOutside, isPreviewing, previewedIn, setPreview, usePreview, type Preview } from "./preview.ts";
export { noteWorkspaces, PERSONAL, spaceOf, type Placed, type SpaceRef } from "./space-ref.ts";
export { countsOf, knownWorkspace, knowsWorkspaces, workspacesQuery, type WorkspaceHead } from "./spaces.queries.ts";
export { useSpace, type Space } from "./use-space.ts";
