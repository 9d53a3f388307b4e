import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** A password field with a keyboard-accessible button that shows the password. */
export function PasswordField(props: PasswordInputProps): ReactNode {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        tabIndex: 0,
        "aria-hidden": false,
        "aria-label": visible ? t("actions.hidePassword") : t("actions.showPassword"),
      }}
    />
  );
}
