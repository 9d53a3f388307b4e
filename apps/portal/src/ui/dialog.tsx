import { Modal, type ModalProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./dialog.module.css";

interface Props extends Omit<ModalProps, "opened" | "closeButtonProps" | "classNames"> {
  /** One part of it scrolls, and the rest stays in sight. */
  isColumn?: boolean;
  /** Of the dialog itself, where `className` is that of all that lies over the page. */
  contentClassName?: string | undefined;
}

/** The frame of a dialog that is mounted while it is open, with the button that closes it. */
export function Dialog({ isColumn = false, contentClassName = "", ...rest }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      closeButtonProps={{ "aria-label": t("actions.close") }}
      classNames={
        isColumn ? { content: `${styles.column} ${contentClassName}`, body: styles.columnBody ?? "" } : { content: contentClassName }
      }
      {...rest}
    />
  );
}
