import type { IntegrationProvider } from "@stillreel/contract";
import type { ReactNode } from "react";

/** A service with a mark. */
export type MarkedService = IntegrationProvider | "whatsapp";

/** Drawings in a square of 24. They have the colors by which people know the services, in both themes. */
const MARKS: Record<MarkedService, ReactNode> = {
  drive: (
    <>
      <path d="M8.3 3.5h7.4l7 12.2h-7.4z" fill="#FBBC04" />
      <path d="M8.3 3.5 1.3 15.7 5 22l7-12.2z" fill="#0F9D58" />
      <path d="M8.7 15.7h14L19 22H5z" fill="#4285F4" />
    </>
  ),
  dropbox: (
    <path
      fill="#0061FF"
      d="m6.5 3.2 5.5 3.5-5.5 3.5L1 6.7zM17.5 3.2 23 6.7l-5.5 3.5L12 6.7zM1 13.7l5.5-3.5 5.5 3.5-5.5 3.5zM17.5 10.2l5.5 3.5-5.5 3.5-5.5-3.5zM6.5 18.3l5.5-3.5 5.5 3.5-5.5 3.5z"
    />
  ),
  slack: (
    <>
      <path fill="#E01E5A" d="M5.7 14.9a2.1 2.1 0 1 1-2.1-2.1h2.1zM6.8 14.9a2.1 2.1 0 0 1 4.2 0v5.3a2.1 2.1 0 1 1-4.2 0z" />
      <path fill="#36C5F0" d="M8.9 5.9A2.1 2.1 0 1 1 11 3.8v2.1zM8.9 7a2.1 2.1 0 0 1 0 4.2H3.6a2.1 2.1 0 1 1 0-4.2z" />
      <path fill="#2EB67D" d="M18.2 9.1a2.1 2.1 0 1 1 2.1 2.1h-2.1zM17.1 9.1a2.1 2.1 0 0 1-4.2 0V3.8a2.1 2.1 0 1 1 4.2 0z" />
      <path fill="#ECB22E" d="M15 18.2a2.1 2.1 0 1 1-2.1 2.1v-2.1zM15 17.1a2.1 2.1 0 0 1 0-4.2h5.3a2.1 2.1 0 1 1 0 4.2z" />
    </>
  ),
  jira: (
    <>
      <path
        fill="#2684FF"
        d="M22.3 11.5 12.9 2.1 12 1.2l-7 7-3.3 3.3a.9.9 0 0 0 0 1.2l6.4 6.5L12 23l7-7 .1-.1 3.2-3.2a.9.9 0 0 0 0-1.2zM12 15.3 8.8 12 12 8.8l3.2 3.2z"
      />
      <path fill="#0052CC" d="M12 8.8a5.4 5.4 0 0 1 0-7.6L5 8.2l3.8 3.8zM15.2 12 12 15.3a5.4 5.4 0 0 1 0 7.7l7-7.1z" />
    </>
  ),
  trello: (
    <>
      <rect x="2" y="2" width="20" height="20" rx="4" fill="#0C66E4" />
      <rect x="5.3" y="5.3" width="5.6" height="13" rx="1.2" fill="#fff" />
      <rect x="13.1" y="5.3" width="5.6" height="8" rx="1.2" fill="#fff" />
    </>
  ),
  whatsapp: (
    <>
      <path fill="#25D366" d="M12 1.8A10.2 10.2 0 0 0 3.2 17.1L1.8 22.2l5.3-1.4A10.2 10.2 0 1 0 12 1.8Z" />
      <path
        fill="#fff"
        d="M17 14.3c-.3-.1-1.7-.8-2-.9s-.5-.1-.7.2-.7.9-.9 1.1-.3.2-.6.1a8 8 0 0 1-4-3.5c-.3-.5.3-.5.8-1.6.1-.2 0-.4 0-.5l-.9-2.1c-.2-.6-.5-.5-.7-.5h-.6c-.2 0-.5.1-.8.4s-1 1-1 2.5 1.1 2.9 1.2 3.1 2.1 3.3 5.2 4.6c1.9.8 2.7.9 3.6.7.6-.1 1.7-.7 2-1.4s.2-1.2.2-1.4-.3-.2-.8-.3Z"
      />
    </>
  ),
};

/** The mark of a service, beside its name. */
export function ServiceMark({ service, size }: { service: MarkedService; size: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {MARKS[service]}
    </svg>
  );
}
