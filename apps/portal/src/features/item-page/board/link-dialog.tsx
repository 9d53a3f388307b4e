import { Button, TextInput } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./board.module.css";

const ALLOWED = /^(?:https?:\/\/|mailto:)\S+$/iu;

interface Props {
  link: string | null;
  onSave: (link: string | null) => void;
  onClose: () => void;
}

/** The link of the selected objects. */
export function LinkDialog({ link, onSave, onClose }: Props): ReactNode {
  const { t } = useTranslation("boards");
  const [value, setValue] = useState(link ?? "");
  const [isWrong, setWrong] = useState(false);
  const save = (next: string | null): void => {
    onSave(next);
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const given = value.trim();
    const address = given !== "" && !given.includes(":") ? `https://${given}` : given;
    if (ALLOWED.test(address)) save(address);
    else setWrong(true);
  };
  return (
    <Dialog title={t("link.title")} size={460} onClose={onClose}>
      <form onSubmit={submit}>
        <TextInput
          label={t("link.label")}
          description={t("link.hint")}
          value={value}
          data-first-focus
          dir="ltr"
          error={isWrong && t("link.wrong")}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <div className={styles.dialogActions}>
          {link !== null && (
            <Button variant="danger-quiet" onClick={() => save(null)}>
              {t("link.remove")}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t("link.cancel")}
          </Button>
          <Button type="submit">{t("link.save")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
