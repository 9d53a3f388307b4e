export { AccessDialogs } from "./access-dialogs.tsx";
export { openAccess, type AccessSubject } from "./access-store.ts";
export { PreviewBanner } from "./preview-banner.tsx";
export { PreviewDialogDoor } from "./preview-dialog-door.tsx";
