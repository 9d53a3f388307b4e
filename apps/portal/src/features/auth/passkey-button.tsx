import { Button } from "@mantine/core";
import { signInWithPasskey, startPasskeySignIn } from "@stillreel/contract";
import { ICON } from "@stillreel/ui";
import { IconAlertCircle, IconFingerprint } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText } from "../../platform/api.ts";
import { NoPasskey } from "../../entities/people/security.queries.ts";
import styles from "./forms.module.css";

interface Props {
  remember: boolean;
  onSignedIn: () => Promise<void>;
}

/** Signs in with a passkey, without an e-mail address. Absent in browsers without passkeys. */
export function PasskeyButton({ remember, onSignedIn }: Props): ReactNode {
  const { t } = useTranslation("auth");
  const run = useMutation({
    mutationFn: async () => {
      const options = await client.call(startPasskeySignIn);
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const credential = await startAuthentication({ optionsJSON: options }).catch((cause: unknown) => {
        throw new NoPasskey("no passkey was used", { cause });
      });
      return client.call(signInWithPasskey, { body: { credential, remember } });
    },
    meta: { handles: "all" },
    onSuccess: onSignedIn,
  });
  if (typeof PublicKeyCredential === "undefined") return null;
  return (
    <>
      <Button
        className={styles.passkey}
        variant="default"
        size="lg"
        fullWidth
        leftSection={<IconFingerprint {...ICON} />}
        aria-busy={run.isPending}
        onClick={() => !run.isPending && run.mutate()}
      >
        {t("passkey.signIn")}
      </Button>
      {run.error && (
        <p className={styles.alert} role="alert">
          <IconAlertCircle size={18} stroke={1.8} aria-hidden="true" />
          {run.error instanceof NoPasskey ? t("passkey.cancelled") : errorText(run.error)}
        </p>
      )}
    </>
  );
}
