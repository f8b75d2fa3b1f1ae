/**
 * The tag of a fallback in a union: a string that no other branch names. TypeScript has no type for that. With `string`, a test of the tag
 * would keep the fallback among the branches. This type has no common string with their tags, so a `switch` over the tag narrows all branches.
 *
 * The prefix exists in the type alone. `const tag: string = value.kind` gives the tag for comparisons, and `"name" as OtherTag` makes one.
 */
export type OtherTag = `<other>${string}`;

/**
 * Like OtherTag, for a tag that is an integer. TypeScript narrows by literals only, so a literal that is no integer represents all others.
 *
 * The fraction exists in the type alone. `const tag: number = value.op` gives the tag, and `7 as number as OtherInteger` makes one.
 */
export type OtherInteger = 0.5;
