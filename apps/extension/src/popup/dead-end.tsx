import type { ReactNode } from "react";

interface DeadEndProps {
  heading: string;
  text: string;
  action: ReactNode;
}

/** A state in which nothing can be captured: says why, and what to do. */
export function DeadEnd({ heading, text, action }: DeadEndProps): ReactNode {
  return (
    <main className="dead-end">
      <h1>{heading}</h1>
      <p>{text}</p>
      {action}
    </main>
  );
}
