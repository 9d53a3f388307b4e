/** Tells the worker; a worker of an extension that was reloaded meanwhile is not there any more, and nothing is lost by that. */
export function tell(name: string, request: object): void {
  void chrome.runtime.sendMessage({ to: "background", name, request }).catch(() => undefined);
}
