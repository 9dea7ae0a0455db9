type Ear = (event: PopStateEvent) => void;

let ear: Ear | undefined;

// A window calls its listeners in the order in which they came: this one must be there before the router's.
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => ear?.(event));

/** Lets `heard` have every Back and Forward before the router has it, and keep it; returns the way to stop. */
export function hearPageTurns(heard: Ear): () => void {
  ear = heard;
  return () => {
    if (ear === heard) ear = undefined;
  };
}
