import { useEffect, useRef, type ReactNode } from "react";
import { loadGoogle } from "../../../entities/people/google-identity.ts";
import styles from "./proof.module.css";

interface Props {
  clientId: string;
  nonce: string;
  onCredential: (credential: string) => void;
}

/** Google's own button. It makes a credential that contains the nonce. */
export function GoogleCredential({ clientId, nonce, onCredential }: Props): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(onCredential);
  useEffect(() => {
    latest.current = onCredential;
  });
  useEffect(() => {
    let gone = false;
    void loadGoogle().then((google) => {
      if (gone || !google || !container.current) return;
      google.initialize({ client_id: clientId, nonce, callback: ({ credential }) => latest.current(credential) });
      google.renderButton(container.current, { type: "standard", size: "large", text: "continue_with", width: 300 });
    });
    return () => {
      gone = true;
    };
  }, [clientId, nonce]);
  return <div className={styles.google} ref={container} />;
}
