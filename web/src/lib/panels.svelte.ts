// The windows that any screen may open.

export const panels = $state({ settings: false, keys: false });
