/**
 * The tag of a fallback in a union: a string that no other branch names. TypeScript has no type for that. With `string`, a test of the tag
 * would keep the fallback among the branches. This type has no common string with their tags, so a `switch` over the tag narrows all branches.
 *
 * The prefix exists in the type alone. `const tag: string = value.kind` gives the tag for comparisons, and `"name" as OtherTag` makes one.
 */
export type OtherTag = `<other>${string}`;
