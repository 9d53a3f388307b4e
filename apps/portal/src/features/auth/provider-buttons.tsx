import { Button } from "@mantine/core";
import { inviteIdOf, loginGoogle } from "@stillreel/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../platform/api.ts";
import { safeNext } from "../../platform/session/session.ts";
import { loadGoogle } from "../../entities/people/google-identity.ts";
import { signInOptionsQuery } from "./auth.queries.ts";
import styles from "./forms.module.css";
import { useSignedIn } from "./use-signed-in.ts";

/** Buttons of the configured identity providers with an "or" separator. Hidden without providers. */
export function ProviderButtons({ next, order }: { next: string | undefined; order: "before-form" | "after-form" | "alone" }): ReactNode {
  const { t } = useTranslation("auth");
  const { data: options } = useQuery(signInOptionsQuery);
  if (!options?.google && !options?.oidc) return null;
  const or = <div className={styles.or}>{t("or")}</div>;
  return (
    <>
      {order === "after-form" ? or : <div className={styles.form} />}
      <div className={styles.providers}>
        {options.google && <GoogleButton clientId={options.google.clientId} next={next} />}
        {options.oidc && (
          <Button
            component="a"
            href={`${options.oidc.startUrl}?next=${encodeURIComponent(safeNext(next))}`}
            variant="default"
            size="lg"
            fullWidth
          >
            {t("continueWith", { name: options.oidc.name })}
          </Button>
        )}
      </div>
      {order === "before-form" && or}
    </>
  );
}

/** Google renders its own button; it returns an ID token that the server verifies. */
function GoogleButton({ clientId, next }: { clientId: string; next: string | undefined }): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const signedIn = useSignedIn(next);
  const inviteId = inviteIdOf(next);
  const invited = inviteId === undefined ? {} : { inviteId };
  const { mutate } = useMutation({
    mutationFn: (credentials: string) => client.call(loginGoogle, { body: { credentials, ...invited } }),
    onSuccess: signedIn,
  });
  useEffect(() => {
    let gone = false;
    void loadGoogle().then((google) => {
      if (gone || !google || !container.current) return;
      google.initialize({ client_id: clientId, callback: (answer) => mutate(answer.credential) });
      google.renderButton(container.current, { type: "standard", size: "large", text: "continue_with", width: 372 });
    });
    return () => {
      gone = true;
    };
  }, [clientId, mutate]);
  return <div className={styles.google} ref={container} />;
}
