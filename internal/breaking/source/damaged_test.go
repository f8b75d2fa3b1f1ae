package source_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/breaking/source"
)

// TestDamaged cuts and changes files, as an edit by hand or a merge leaves them. The readers end, and find the other declarations.
func TestDamaged(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 2))
	for language, names := range map[string][]string{"go": {"pair/types.go", "pair/builders.go"}, "ts": {"pair.ts", "envelope/build.ts"}, "py": {"pair/_models.py", "pair/__init__.py", "_record.py"}} {
		whole := source.Files{}
		for _, name := range names {
			whole[name] = generated(t, language, spec(pairs(t)[0].old))[name]
		}
		for i := range 900 {
			name := names[i%len(names)]
			text := string(whole[name])
			at := random.IntN(len(text))
			damaged := text[:at]
			if i%2 == 0 {
				damaged += string("(){}[]<>\"'`/\\:;,=*#\n"[random.IntN(20)]) + text[at:]
			}
			files := maps.Clone(whole)
			files[name] = []byte(damaged)
			source.Compare(language, whole, files)
			source.Compare(language, files, whole)
		}
	}
}

// TestReaders compares small files of forms that the back ends seldom or never print.
func TestReaders(t *testing.T) {
	for _, c := range []struct{ language, old, new, want string }{
		{"ts", "export enum E { a, b }", "export enum E { a, c }", "changed x.E"},
		{"ts", "export enum E { a }", "export /* b */ enum E { a }", ""},
		{"ts", "export namespace N { export const a = 1; }", "export namespace N { export const a = 2; }", "changed x.N"},
		{"ts", "export function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: any): void { if (/[}]/.test(a)) return; }", "export function f(a: string): void;\nexport function f(a: any): void { }", "changed x.f"},
		{"ts", "export function f(a: string): { b: string } { return { b: a }; }\nexport const g: number = 1;", "export function f(a: string): { b: string } { return { b: a }; }", "removed x.g"},
		{"ts", "export function f(a: string): void {}", "export function f(b: string, ...rest: number[]): void {}", ""},
		{"ts", "export function f(a: string): void {}", "export function f(a: string | number, b = 1): void {}", ""},
		{"ts", "export function f(a: string | number): void {}", "export function f(a: string): void {}", "narrowed x.f"},
		{"ts", "export function f(): string | undefined { return `}${\"}\"}`; }", "export function f(): string { return ''; }", ""},
		{"ts", "export class C { #a = 1; private b = 2; c(): void { for (const x of [1]) { void x; } } get d(): string { return \"\"; } }", "export class C { c(): void {} }", "removed x.C.d"},
		{"ts", "export class C<T> extends Array<T> { static of(): C<string> { return new C(); } }", "export class C<T, U> extends Array<T> { static of(): C<string> { return new C(); } }", "changed x.C"},
		{"ts", "export type F = (a: string | number) => void;", "export type F = (a: number | string) => void;", "changed x.F"},
		{"ts", "export type U = \"a\" | 'b';", "export type U =\n  | 'b'\n  | \"a\";", ""},
		{"ts", "type A = \"a\" | \"b\";\nexport interface I { v: A }\nexport function take(i: I): void {}", "export interface I { v: \"a\" | \"b\" }\nexport function take(i: I): void {}", ""},
		{"ts", "interface H { a: string }\nexport function take(h: H): void {}", "interface H { a: string; b: string }\nexport function take(h: H): void {}", "required x.H.b"},
		{"ts", "interface H { a: string }\nexport function give(): H { return { a: '' }; }", "interface H { a: string; b: string }\nexport function give(): H { return { a: '', b: '' }; }", ""},
		{"ts", "export interface S { put(a: string): void }\nexport function use(s: S): void {}", "export interface S { put(a: string): void; get(): string }\nexport function use(s: S): void {}", "required x.S.get"},
		{"ts", "export interface I { a: string }", "export interface B { a: string }\nexport interface I extends B {}", ""},
		{"py", "class A:\n    def f(self, a: int, b: int = 1) -> str: ...\n", "class A:\n    def f(self, a: int, b: int = 1, *, c: int = 2) -> str: ...\n", ""},
		{"py", "class A:\n    def f(self, a: int) -> str: ...\n", "class A:\n    def f(self, b: int) -> str: ...\n", "parameters x.A.f"},
		{"py", "class A:\n    def f(self, a: int, /) -> str: ...\n", "class A:\n    def f(self, b: int, /) -> str: ...\n", ""},
		{"py", "class A:\n    def f(self) -> str: ...\n", "class A:\n    async def f(self) -> str: ...\n", "parameters x.A.f"},
		{"py", "class A:\n    x: int = 1\n    \"\"\"A text: with\n    colons: int\n    \"\"\"\n", "class A:\n    x: int = 1\n", ""},
		{"py", "class P(Protocol):\n    def f(self) -> int: ...\ndef use(p: P) -> None: ...\n", "class P(Protocol):\n    def f(self) -> int: ...\n    def g(self) -> int: ...\ndef use(p: P) -> None: ...\n", "required x.P.g"},
		{"py", "if TYPE_CHECKING:\n    def f(a: int) -> int: ...\nelse:\n    f = other\n", "def f(a: int) -> int:\n    return a\n", ""},
		{"py", "class B:\n    def f(self) -> int: ...\nclass A(B): ...\n", "class B: ...\nclass A(B):\n    def f(self) -> int: ...\n", "removed x.B.f"},
		{"py", "class A:\n    def f(self) -> int: ...\n", "class B:\n    def f(self) -> int: ...\nclass A(B): ...\n", ""},
		{"py", "L: TypeAlias = Literal[\"a\", \"b\"]\ndef f(v: L) -> None: ...\n", "def f(v: Literal[\"b\", \"a\"]) -> None: ...\nL: TypeAlias = Literal['a', \"b\"]\n", ""},
		{"py", "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a: object) -> object: ...\n", "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: bytes) -> str: ...\ndef f(a: object) -> object: ...\n", "changed x.f"},
		{"go", "package x\ntype S struct{ A int }\nfunc (S) M() {}", "package x\ntype S struct{ A int }\nfunc (*S) M() {}", "changed x.S.M"},
		{"go", "package x\ntype b struct{}\nfunc (b) M() {}\ntype S struct{ b }", "package x\ntype b struct{}\ntype S struct{ b }\nfunc (S) M() {}", "removed x.b.M"},
		{"go", "package x\ntype I interface{ M() }\nfunc Take(I) {}", "package x\ntype I interface{ M(); N() }\nfunc Take(I) {}", "required x.I.N"},
		{"go", "package x\ntype I interface{ M() }\nfunc Give() I { return nil }", "package x\ntype I interface{ M(); N() }\nfunc Give() I { return nil }", ""},
		{"go", "package x\ntype I interface{ M() }\nfunc Give() I { return nil }", "package x\ntype I interface{ M(); n() }\nfunc Give() I { return nil }", "changed x.I"},
		{"go", "package x\nconst (\n\tA T = iota\n\tB\n)\ntype T int", "package x\ntype T int\nconst A T = 0\nconst B = 1", "changed x.B"},
		{"go", "package x\nfunc F[T any, U comparable](a T, b ...U) {}", "package x\nfunc F[A interface{}, B comparable](x A, y ...B) {}", ""},
		{"go", "package x\nfunc F(a int) {}", "package x\nfunc F(a int, b ...int) {}", "parameters x.F"},
		{"go", "package x\ntype A = map[string]int\nfunc F(a A) {}", "package x\ntype A = map[string]int\nfunc F(a map[string]int) {}", ""},
	} {
		file := map[string]string{"go": "x/x.go", "ts": "x.ts", "py": "x.py"}[c.language]
		var got []string
		for _, change := range source.Compare(c.language, source.Files{file: []byte(c.old)}, source.Files{file: []byte(c.new)}) {
			got = append(got, change.Rule+" "+change.Symbol)
		}
		slices.Sort(got)
		if fmt.Sprint(strings.Join(got, "; ")) != c.want {
			t.Errorf("%s\n%s\n%s\ngot  %s\nwant %s", c.language, c.old, c.new, strings.Join(got, "; "), c.want)
		}
	}
}
