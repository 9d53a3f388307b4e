import { Modal, type ModalProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./dialog.module.css";

interface Props extends Omit<ModalProps, "opened" | "closeButtonProps" | "classNames"> {
  /** One part scrolls while the rest stays visible. */
  isColumn?: boolean;
  /** Class of the dialog itself; `className` applies to the whole overlay. */
  contentClassName?: string | undefined;
}

/** Frame of a dialog that is mounted while open, with its close button. */
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
