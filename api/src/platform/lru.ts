export interface Lru<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function createLru<Value extends object>(size: number): Lru<Value> {
  const entries = new Map<string, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;

      // A Map keeps the order of insertion, so the least recently used is always the first.
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= size) return;
        entries.delete(oldest);
      }
    },
  };
}
