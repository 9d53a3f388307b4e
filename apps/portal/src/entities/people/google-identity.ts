/** The two used functions of Google's sign-in script. */
export interface GoogleIdentity {
  /** @param options `nonce` becomes part of the credential, which binds it to one request */
  initialize(options: { client_id: string; nonce?: string; callback: (answer: { credential: string }) => void }): void;
  renderButton(container: HTMLElement, options: { type: "standard"; size: "large"; text: "continue_with"; width: number }): void;
}

const SCRIPT = "https://accounts.google.com/gsi/client";

/** Loads Google's script from the provider (spec). Returns undefined when it is unavailable; other methods still work. */
export async function loadGoogle(): Promise<GoogleIdentity | undefined> {
  if (!document.querySelector(`script[src="${SCRIPT}"]`)) {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.async = true;
    const loaded = new Promise<void>((resolve) => {
      script.addEventListener("load", () => resolve(), { once: true });
      script.addEventListener("error", () => resolve(), { once: true });
    });
    document.head.append(script);
    await loaded;
  }
  return (window as Window & { google?: { accounts?: { id?: GoogleIdentity } } }).google?.accounts?.id;
}
