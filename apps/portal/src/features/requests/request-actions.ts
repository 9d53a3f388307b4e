import { toasts } from "@stillreel/ui";
import { useTranslation } from "react-i18next";
import { changeRequest, removeRequest, type RequestView } from "../../entities/requests/requests.queries.ts";
import { offerUndo } from "../../entities/undo/undo.ts";
import { errorText } from "../../platform/api.ts";
import { copyText } from "../../platform/clipboard.ts";
import { openDialog } from "../../platform/dialogs.ts";

/** The target of a request for its dialog. */
const targetOf = ({ workspaceId, workspaceName, folder }: RequestView) => ({
  workspaceId,
  folderId: folder?.id ?? null,
  name: folder?.name ?? workspaceName,
  kind: "mixed" as const,
});

/** The actions on a request. */
export function useRequestActions(request: RequestView) {
  const { t } = useTranslation("requests");
  const { t: common } = useTranslation();
  const { t: library } = useTranslation("library");
  const fail = (error: unknown): void => {
    toasts.error(errorText(error));
  };
  const setClosed = (closed: boolean): Promise<unknown> => changeRequest(request.id, { closed });
  return {
    copy: () =>
      void copyText(request.url).then(
        () => toasts.show(library("toasts.linkCopied"), { tone: "done" }),
        () => toasts.error(library("toasts.copyFailed")),
      ),
    edit: () => openDialog("request", { target: targetOf(request), request }),
    openAgain: () => openDialog("request", { target: targetOf(request), request, isReopened: true }),
    stop: () =>
      void setClosed(true).then(() => {
        offerUndo(t("stopped"), common("actions.undo"), () => setClosed(false).then(() => undefined, fail));
      }, fail),
    remove: () => removeRequest(request.id),
  };
}

export type RequestActions = ReturnType<typeof useRequestActions>;
