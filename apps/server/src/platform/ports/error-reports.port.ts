/** Where an error happened. All facts are names of the program, not values of users. */
export interface ErrorFacts {
  requestId?: string;
  /** Method and pattern of the route. */
  route?: string;
  isCrash?: boolean;
}

/** Sends unexpected errors to Sentry. */
export interface ErrorReports {
  /** Sends a report in the background. It never throws. */
  report(error: unknown, facts?: ErrorFacts): void;
  /** Waits until the reports so far are sent, with a time limit. For the end of the process. */
  flush(): Promise<void>;
}
