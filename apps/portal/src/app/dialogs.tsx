import { Suspense, useCallback, useSyncExternalStore, type ComponentProps, type ComponentType, type ReactNode } from "react";
import { closeDialog, openDialogs, type OpenDialog } from "../platform/dialogs.ts";
import { lazyView } from "../platform/lazy-view.ts";

/** Every dialog that is opened by name, with the texts that it needs beside those of the first paint. */
const dialogs = {
  access: lazyView(() => import("../features/access/access-dialog.tsx"), "AccessDialog", ["access"]),
  "add-from-personal": lazyView(() => import("../features/move-items/add-dialog.tsx"), "AddDialog", ["access"]),
  "create-folder": lazyView(() => import("../features/library-view/folders/create-folder-dialog.tsx"), "CreateFolderDialog"),
  "delete-folder": lazyView(() => import("../features/library-view/folders/delete-folder-dialog.tsx"), "DeleteFolderDialog"),
  "help-panel": lazyView(() => import("../features/help/help-panel.tsx"), "HelpPanel", ["help"]),
  "move-to-folder": lazyView(() => import("../features/move-items/move-to-folder-dialog.tsx"), "MoveToFolderDialog", ["access"]),
  "pick-folder": lazyView(() => import("../features/move-items/pick-folder-dialog.tsx"), "PickFolderDialog"),
  "preview-as-member": lazyView(() => import("../features/access/preview-dialog.tsx"), "PreviewDialog", ["access"]),
  "send-jira": lazyView(() => import("../features/sends/jira-dialog.tsx"), "JiraDialog", ["sends"]),
  "send-slack": lazyView(() => import("../features/sends/slack-dialog.tsx"), "SlackDialog", ["sends"]),
  "send-trello": lazyView(() => import("../features/sends/trello-dialog.tsx"), "TrelloDialog", ["sends"]),
  "send-whatsapp": lazyView(() => import("../features/sends/whatsapp-dialog.tsx"), "WhatsappDialog", ["sends"]),
  "save-to": lazyView(() => import("../features/saves/save-dialog.tsx"), "SaveDialog", ["saves"]),
  request: lazyView(() => import("../features/requests/request-dialog.tsx"), "RequestDialog", ["requests"]),
  "share-folder": lazyView(() => import("../features/item-page/share/folder-share-dialog.tsx"), "FolderShareDialog"),
  shortcuts: lazyView(() => import("./shell/shortcuts-dialog.tsx"), "ShortcutsDialog"),
};
type Dialogs = typeof dialogs;
type PropsByName = { [N in keyof Dialogs]: Omit<ComponentProps<Dialogs[N]>, "onClose"> };

declare module "../platform/dialogs.ts" {
  interface DialogProps extends PropsByName {}
}

/** Renders the open dialogs. Mounted once for all signed-in pages; the code of a dialog is loaded when it is first opened. */
export function DialogHost(): ReactNode {
  const open = useSyncExternalStore(openDialogs.subscribe, openDialogs.current, openDialogs.current);
  return open.map((dialog) => <DialogView key={dialog.id} dialog={dialog} />);
}

function DialogView({ dialog: { name, props } }: { dialog: OpenDialog }): ReactNode {
  const Dialog = dialogs[name] as ComponentType<{ onClose: () => void }>;
  const close = useCallback(() => closeDialog(name), [name]);
  return (
    <Suspense>
      <Dialog {...props} onClose={close} />
    </Suspense>
  );
}
