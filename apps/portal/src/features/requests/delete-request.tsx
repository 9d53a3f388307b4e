import { Button } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RequestView } from "../../entities/requests/requests.queries.ts";
import { errorText } from "../../platform/api.ts";
import base from "../../ui/dialog.module.css";
import { Dialog } from "../../ui/dialog.tsx";

interface Props {
  request: RequestView;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Confirms the deletion of a request: its link never works again. */
export function DeleteRequest({ request, onConfirm, onClose }: Props): ReactNode {
  const { t } = useTranslation("requests");
  const { t: common } = useTranslation();
  const remove = useMutation({
    mutationFn: onConfirm,
    meta: { handles: "all" },
    onSuccess: () => {
      toasts.show(t("deleted"), { tone: "done" });
    },
  });
  return (
    <Dialog title={<bdi>{t("deleteTitle", { title: request.title })}</bdi>} size={420} onClose={onClose}>
      <p className={base.text}>{t("deleteText")}</p>
      {remove.error && (
        <p className={base.problem} role="alert">
          {errorText(remove.error)}
        </p>
      )}
      <div className={base.buttons}>
        <Button variant="default" size="md" data-first-focus onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        <Button variant="danger" size="md" aria-busy={remove.isPending} onClick={() => !remove.isPending && remove.mutate()}>
          {t("delete")}
        </Button>
      </div>
    </Dialog>
  );
}
