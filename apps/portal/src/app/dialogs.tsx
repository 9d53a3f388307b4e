import { Suspense, useCallback, useSyncExternalStore, type ComponentProps, type ComponentType, type ReactNode } from "react";
import { closeDialog, openDialogs, setDialogLoader, type OpenDialog } from "../platform/dialogs.ts";
import { type LoadedView, loadedView, useLoaded } from "../platform/lazy-view.ts";
import { CodeBoundary, useCodeFailureToast } from "../ui/status/code-boundary.tsx";

/** Every dialog that is opened by name, with the texts that it needs beside those of the first paint. */
const dialogs = {
  "add-to-board": loadedView(() => import("../features/library-view/add-to-board-dialog.tsx"), "AddToBoardDialog", ["boards"]),
  access: loadedView(() => import("../features/access/access-dialog.tsx"), "AccessDialog", ["access"]),
  "add-from-personal": loadedView(() => import("../features/move-items/add-dialog.tsx"), "AddDialog", ["access"]),
  "create-folder": loadedView(() => import("../features/library-view/folders/create-folder-dialog.tsx"), "CreateFolderDialog"),
  "delete-folder": loadedView(() => import("../features/library-view/folders/delete-folder-dialog.tsx"), "DeleteFolderDialog"),
  "help-panel": loadedView(() => import("../features/help/help-panel.tsx"), "HelpPanel", ["help"]),
  "move-to-folder": loadedView(() => import("../features/move-items/move-to-folder-dialog.tsx"), "MoveToFolderDialog", ["access"]),
  "pick-folder": loadedView(() => import("../features/move-items/pick-folder-dialog.tsx"), "PickFolderDialog"),
  "preview-as-member": loadedView(() => import("../features/access/preview-dialog.tsx"), "PreviewDialog", ["access"]),
  "send-jira": loadedView(() => import("../features/sends/jira-dialog.tsx"), "JiraDialog", ["sends"]),
  "send-slack": loadedView(() => import("../features/sends/slack-dialog.tsx"), "SlackDialog", ["sends"]),
  "send-trello": loadedView(() => import("../features/sends/trello-dialog.tsx"), "TrelloDialog", ["sends"]),
  "send-whatsapp": loadedView(() => import("../features/sends/whatsapp-dialog.tsx"), "WhatsappDialog", ["sends"]),
  "save-to": loadedView(() => import("../features/saves/save-dialog.tsx"), "SaveDialog", ["saves"]),
  request: loadedView(() => import("../features/requests/request-dialog.tsx"), "RequestDialog", ["requests"]),
  "share-folder": loadedView(() => import("../features/item-page/share/folder-share-dialog.tsx"), "FolderShareDialog"),
  shortcuts: loadedView(() => import("./shell/shortcuts-dialog.tsx"), "ShortcutsDialog"),
};
type Dialogs = typeof dialogs;
type ComponentOf<V> = V extends LoadedView<infer C extends ComponentType<never>> ? C : never;
type PropsByName = { [N in keyof Dialogs]: Omit<ComponentProps<ComponentOf<Dialogs[N]>>, "onClose"> };

declare module "../platform/dialogs.ts" {
  interface DialogProps extends PropsByName {}
}

// A failed load is repeated, and reported, when the dialog is opened.
setDialogLoader((name) => void dialogs[name].load().catch(() => undefined));

/** Renders the open dialogs. Mounted once for all signed-in pages; the code of a dialog is loaded when it is first opened. */
export function DialogHost(): ReactNode {
  const open = useSyncExternalStore(openDialogs.subscribe, openDialogs.current, openDialogs.current);
  return open.map((dialog) => <DialogView key={dialog.id} dialog={dialog} />);
}

function DialogView({ dialog }: { dialog: OpenDialog }): ReactNode {
  const explain = useCodeFailureToast();
  const fail = (error: Error): void => {
    closeDialog(dialog.name);
    void explain(error);
  };
  return (
    <CodeBoundary onFail={fail}>
      <LoadedDialog dialog={dialog} />
    </CodeBoundary>
  );
}

function LoadedDialog({ dialog: { name, props } }: { dialog: OpenDialog }): ReactNode {
  const view = dialogs[name] as LoadedView<ComponentType<{ onClose: () => void }>>;
  useLoaded(view);
  const Dialog = view.component;
  const close = useCallback(() => closeDialog(name), [name]);
  if (Dialog === null) return null;
  return (
    <Suspense>
      <Dialog {...props} onClose={close} />
    </Suspense>
  );
}
