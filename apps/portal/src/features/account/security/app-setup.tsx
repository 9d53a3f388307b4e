import { Button, TextInput } from "@mantine/core";
import { enableTwoFactor } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { encode } from "uqr";
import { client, errorText } from "../../../platform/api.ts";
import { copyText } from "../../../platform/clipboard.ts";
import styles from "./security.module.css";

const CODE_LENGTH = 6;

interface Props {
  secret: string;
  uri: string;
  onEnabled: (codes: string[]) => void;
}

/** The key of an authenticator app as a QR code and as text, and the field of its first code, which submits itself. */
export function AppSetup({ secret, uri, onEnabled }: Props): ReactNode {
  const { t } = useTranslation("security");
  const [code, setCode] = useState("");
  const enable = useMutation({
    mutationFn: (given: string) => client.call(enableTwoFactor, { body: { code: given } }),
    meta: { handles: "all" },
    onError: () => setCode(""),
    onSuccess: ({ recoveryCodes }) => onEnabled(recoveryCodes),
  });
  const handleChange = (typed: string): void => {
    const digits = typed.replaceAll(/\D/gu, "").slice(0, CODE_LENGTH);
    setCode(digits);
    if (digits.length === CODE_LENGTH && !enable.isPending) enable.mutate(digits);
  };
  return (
    <div className={styles.setup}>
      <p>{t("setup.scan")}</p>
      <QrCode text={uri} label={t("setup.qr")} />
      <p>
        {t("setup.key")}
        <code className={styles.key} dir="ltr">
          {secret.match(/.{1,4}/gu)?.join(" ")}
        </code>
      </p>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="xs"
          onClick={() => void copyText(secret).then(() => toasts.show(t("setup.copied"), { tone: "done" }))}
        >
          {t("setup.copyKey")}
        </Button>
        <Button component="a" variant="default" size="xs" href={uri}>
          {t("setup.open")}
        </Button>
      </div>
      <TextInput
        dir="ltr"
        label={t("setup.code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={enable.error ? errorText(enable.error) : undefined}
        onChange={(event) => handleChange(event.currentTarget.value)}
      />
    </div>
  );
}

/** A QR code: dark on white in every theme, because some cameras refuse inverted ones. */
function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { data, size } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
