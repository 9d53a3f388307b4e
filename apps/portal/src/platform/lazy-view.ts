import { lazyRouteComponent } from "@tanstack/react-router";
import { lazy, useEffect, useState, type ComponentType, type LazyExoticComponent } from "react";
import { loadCode } from "./code-load.ts";
import { loadTexts, type LateNamespace } from "./i18n.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- the props are inferred from the module
type Component = ComponentType<any>;
type ViewName<M> = { [K in keyof M]: M[K] extends Component ? K : never }[keyof M];
type View<M, N extends ViewName<M>> = M[N] extends Component ? M[N] : never;

const withTexts =
  <M>(load: () => Promise<M>, namespaces: readonly LateNamespace[]) =>
  async (): Promise<M> => {
    const [module] = await loadCode(() => Promise.all([load(), loadTexts(namespaces)]));
    return module;
  };

/** A component whose module is loaded on the first render, together with the texts of `namespaces`. */
export function lazyView<M, N extends ViewName<M>>(
  load: () => Promise<M>,
  name: N,
  namespaces: readonly LateNamespace[] = [],
): LazyExoticComponent<View<M, N>> {
  const loadAll = withTexts(load, namespaces);
  return lazy(async () => ({ default: (await loadAll())[name] as View<M, N> }));
}

/** The same for the component of a route: the router also loads it when a link to the route is about to be followed. */
export const lazyScreen = <M extends Record<string, unknown>, N extends ViewName<M> & string>(
  load: () => Promise<M>,
  name: N,
  namespaces: readonly LateNamespace[] = [],
) => lazyRouteComponent(withTexts(load, namespaces), name);

/** A component whose module is loaded on demand, without `Suspense`. */
export interface LoadedView<C> {
  /** Null until its module is loaded. */
  component: C | null;
  /** Loads the module once. A failed load can be repeated. */
  load(): Promise<void>;
}

/** The same as {@link lazyView} for {@link useLoaded}. */
export function loadedView<M, N extends ViewName<M>>(
  load: () => Promise<M>,
  name: N,
  namespaces: readonly LateNamespace[] = [],
): LoadedView<View<M, N>> {
  const loadAll = withTexts(load, namespaces);
  const view: LoadedView<View<M, N>> = {
    component: null,
    load: async () => {
      view.component ??= (await loadAll())[name] as View<M, N>;
    },
  };
  return view;
}

/**
 * Loads the component of a view, and renders again when it is there. `Suspense` waits 300 ms before it replaces a fallback, even when
 * the module arrives after 10 ms: too long for a dialog after a click. @throws the error of a failed load, while rendering
 */
export function useLoaded(view: LoadedView<unknown>): void {
  const [, setLoaded] = useState(0);
  // Another call can finish the load between this render and the effect.
  const wasLoaded = view.component !== null;
  useEffect(() => {
    if (wasLoaded) return undefined;
    let isGone = false;
    const render = (): void => {
      if (!isGone) setLoaded((count) => count + 1);
    };
    const fail = (error: unknown): void => {
      if (isGone) return;
      setLoaded(() => {
        throw error;
      });
    };
    view.load().then(render, fail);
    return () => void (isGone = true);
  }, [view, wasLoaded]);
}
