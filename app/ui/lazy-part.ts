import { type ComponentType, lazy } from 'react';

/** A component whose file is loaded when it is drawn; where the file cannot be loaded, `otherwise` takes its place. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>, otherwise?: ComponentType<Props>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (failure) {
      if (!otherwise) throw failure;
      return { default: otherwise };
    }
  });
}

export const Nothing = () => null;
