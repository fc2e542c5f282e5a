/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** As `after` it gives the page that follows; null on an empty page. */
  readonly endCursor: string | null;
  /** Whether more follows. */
  readonly hasNextPage: boolean;
}

/** A list that is fetched as it is read: `for await` asks for the next page when the last one is used up. */
export interface List<Item> extends AsyncIterable<Item> {
  /** One page: the first one, or the one after a cursor. */
  page(after?: string | null): Promise<Page<Item>>;
}

export interface ListOptions {
  /** How many are fetched at a time, 1 to 100; 25 when not given. */
  readonly pageSize?: number | undefined;
  /** Begin after this cursor, the `endCursor` of a page of the same list. */
  readonly after?: string | null | undefined;
  /** Ends the reading at once, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A page as GraphQL has it. */
export interface SentPage<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

export interface PageQuery {
  readonly first: number | undefined;
  readonly after: string | null | undefined;
}

/** A list whose pages are null, because the caller's role may not see it, is an empty one. */
export function createList<Item>(
  options: ListOptions,
  fetchPage: (query: PageQuery) => Promise<SentPage<Item> | null | undefined>,
): List<Item> {
  const page = async (after: string | null | undefined = options.after): Promise<Page<Item>> => {
    const sent = await fetchPage({ first: options.pageSize, after });
    return { items: sent?.nodes ?? [], endCursor: null, hasNextPage: false, ...sent?.pageInfo };
  };
  return {
    page,
    async *[Symbol.asyncIterator]() {
      for (let after = options.after; ; ) {
        const { items, endCursor, hasNextPage } = await page(after);
        yield* items;
        if (!hasNextPage || endCursor === null) return;
        after = endCursor;
      }
    },
  };
}
