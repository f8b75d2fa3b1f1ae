#!/usr/bin/env perl
# An executor in Perl without bindings: it interprets the exported schemas in the folder of its argument, with the core modules alone.
# It answers `check`, and skips other operations: schemas contain no rules and no order.
use v5.26;
use warnings; no warnings 'recursion';
use MIME::Base64 ();

our (%order, @issues, $defs);    # of one check; %order has the declared names by pointer
my %escapes = (b => "\b", f => "\f", n => "\n", r => "\r", t => "\t");
my %kinds = (string => 's', number => 'n', integer => 'n', boolean => 'b', null => 'z', array => 'a', object => 'o');
my %bundles = map { m{([^/]+)\.schema\.json$} ? ($1 => parse(slurp($_), 999)->[2]) : () } glob "$ARGV[0]/*.schema.json";
sub slurp { local (@ARGV, $/) = shift; <> }

# A value is [kind, content]. An object is [o => [names], {values}].
sub parse {
	local $_ = shift;
	utf8::decode($_) && !/[\x{D800}-\x{DFFF}]|[^\x{0}-\x{10FFFF}]/ or die "the bytes are not UTF-8\n";
	my $value = value(shift);
	return /\G[ \t\r\n]*\z/gc ? $value : die "text follows the value\n";
}

sub value {
	my $depth = shift;
	/\G[ \t\r\n]+/gc;
	return [s => string()] if substr($_, pos // 0, 1) eq '"';
	return $1 eq 'null' ? ['z'] : [b => $1 eq 'true' ? 1 : 0] if /\G(true|false|null)/gc;
	if (/\G(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)/gc) {
		return abs $1 == 'inf' ? die "a number overflows\n" : [n => unpack('d', pack 'd', $1) || 0];
	}
	/\G([\[{])/gc && $depth or die "there is no value, or the nesting is too deep\n";
	my ($close, @items, %members) = $1 eq '[' ? ']' : '}';
	until (/\G[ \t\r\n]*\Q$close/gc) {
		!@items or /\G[ \t\r\n]*,/gc or die "there is no comma\n";
		/\G[ \t\r\n]+/gc;
		push @items, $close eq ']' ? value($depth - 1) : string();
		next if $close eq ']';
		/\G[ \t\r\n]*:/gc && !exists $members{$items[-1]} or die "a name has no colon, or occurs twice\n";
		$members{$items[-1]} = value($depth - 1);
	}
	return $close eq ']' ? [a => \@items] : [o => \@items, \%members];
}
sub string {
	/\G"((?:[^"\\\x00-\x1f]|\\(?:["\\\/bfnrt]|u[0-9A-Fa-f]{4}))*)"/gc or die "a string is wrong\n";
	return "$1" =~ s{\\u([Dd][89ABab]..)\\u([Dd][C-Fc-f]..)|\\u(....)|\\(.)}{
		defined $1 ? chr(0x10000 + ((hex($1) & 0x3ff) << 10) + (hex($2) & 0x3ff)) : defined $4 ? $escapes{$4} // $4
			: $3 =~ /^d[89a-f]/i ? die "a surrogate is alone\n" : chr hex $3}gexr;
}

sub write_json {
	my ($kind, $content, $members, $at) = (@{$_[0]}[0 .. 2], $_[1]);
	return $kind eq 's' ? quote($content) : number($content) if $kind =~ /[sn]/;
	return $kind eq 'z' ? 'null' : $content ? 'true' : 'false' if $kind =~ /[bz]/;
	return '[' . join(',', map { write_json($content->[$_], "$at/$_") } 0 .. $#$content) . ']' if $kind eq 'a';
	my %rank = (map({ $content->[$_] => 2e10 + $_ } 0 .. $#$content), map { $_ => 1e10 + $_ } grep { /^(?:0|[1-9][0-9]{0,9})\z/a && $_ < 2**32 - 1 } @$content);
	my ($declared, %seen) = 0;
	$seen{$_}++ || ($rank{$_} = $declared++) for @{$order{$at} // []};
	return '{' . join(',', map { quote($_) . ':' . write_json($members->{$_}, $at . '/' . pointer($_)) } sort { $rank{$a} <=> $rank{$b} } @$content) . '}';
}
sub quote {
	my %short = ('"' => '\"', '\\' => '\\\\', map { $escapes{$_} => "\\$_" } keys %escapes);
	return '"' . (shift =~ s/(["\\\x00-\x1f])/$short{$1} \/\/ sprintf '\u%04x', ord $1/gexr) . '"';
}

sub number {    # as ECMAScript writes it
	my ($n) = @_;
	my ($text) = grep { $_ == $n } map { sprintf '%.*e', $_, $n } 0 .. 16;
	my ($sign, $digits, $exponent) = $text =~ tr/.//dr =~ /^(-?)(\d+)e(.*)/;
	my $point = $exponent + 1;
	return $sign . $digits . '0' x ($point - length $digits) if length $digits <= $point && $point <= 21;
	return $sign . ($point > 0 ? substr($digits, 0, $point) . '.' . substr $digits, $point : '0.' . '0' x -$point . $digits) if -6 < $point && $point <= 21;
	return $sign . $digits =~ s/^(.)(.+)/$1.$2/r . 'e' . ($exponent > 0 ? '+' : '-') . abs $exponent;
}
sub pointer { $_[0] =~ s/~/~0/gr =~ s/\//~1/gr }
sub issue { push @issues, [@{$_[0]}, $_[1]] }    # [pointer, sorting key, rule]
sub below { my ($at, $name, $index) = @_; ["$at->[0]/" . pointer($name), $at->[1] . ($index ? "\x01" . sprintf '%010d', $name : "\x02$name") . "\x00"] }
sub same { write_json($_[0], '') eq write_json($_[1], '') }
sub fulfils { local (%order, @issues); check(@_, ['', '']); !@issues }

sub check {
	my ($schema, $value, $at) = @_;
	return if $schema->[0] eq 'b';    # `true`
	my ($kind, $content, $members, %is) = (@$value[0 .. 2], %{$schema->[2]});
	check($defs->{$is{'$ref'}[1] =~ s{^#/\$defs/}{}r}, $value, $at) if $is{'$ref'};
	my @types = map { $_->[1] } !$is{type} ? () : $is{type}[0] eq 'a' ? @{$is{type}[1]} : $is{type};
	my ($integer, $fraction) = ("@types" =~ /integer/ && "@types" !~ /number/, $kind eq 'n' && $content != int $content);
	return issue($at, 'type') if @types && (!grep { $kinds{$_} eq $kind } @types or $integer && $fraction);
	return issue($at, 'integer-range') if $integer && $kind eq 'n' && abs $content > 2**53 - 1;
	return issue($at, 'const') if $is{const} && !same($value, $is{const});
	return issue($at, 'enum') if $is{enum} && !grep { same($value, $_) } @{$is{enum}[1]};
	my %sizes = $kind eq 's' ? (Length => length $content) : $kind eq 'a' ? (Items => scalar @$content) : $kind eq 'n' ? (imum => $content) : ();
	for (keys %sizes) { issue($at, "min$_") if $is{"min$_"} && $sizes{$_} < $is{"min$_"}[1]; issue($at, "max$_") if $is{"max$_"} && $sizes{$_} > $is{"max$_"}[1] }
	issue($at, 'pattern') if $is{pattern} && $kind eq 's' && $content !~ m/${\($is{pattern}[1] =~ s{\$}{\\z}gr)}/a;
	issue($at, 'format') if $is{format} && $kind eq 's' && !($is{format}[1] eq 'uuid' ? $content =~ /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\z/ai : is_time($content));
	check($_, $value, $at) for @{$is{allOf}[1] // []};
	if ($is{items} && $kind eq 'a') { check($is{items}, $content->[$_], below($at, $_, 1)) for 0 .. $#$content }
	if ($kind eq 'o') {
		push @{$order{$at->[0]}}, @{$is{properties}[1] // []};
		exists $members->{$_->[1]} or issue(below($at, $_->[1]), 'required') for @{$is{required}[1] // []};
		for (@$content) {
			my $inner = $is{properties}[2]{$_} // $is{additionalProperties} // next;
			$inner->[0] eq 'b' && !$inner->[1] ? issue(below($at, $_), $is{properties}[2]{$_} ? 'false-schema' : 'additionalProperties') : check($inner, $members->{$_}, below($at, $_));
		}
	}
	if ($is{if}) { my $then = $is{fulfils($is{if}, $value) ? 'then' : 'else'}; check($then, $value, $at) if $then }
	if ($is{anyOf}) { $kind eq 'z' or check($_, $value, $at) for grep { !fulfils($_, ['z']) } @{$is{anyOf}[1]} }    # a schema and null
	branch($value, $at, $is{discriminator}[2]{propertyName}[1], $is{oneOf}[1]) if $is{discriminator};
}

sub resolved { my $s = shift; $s = $defs->{$s->[2]{'$ref'}[1] =~ s{.*/}{}r} while $s->[2]{'$ref'}; $s }
sub tags { my ($s, $tag) = (resolved($_[0])->[2], $_[1]); my $p = resolved($s->{properties}[2]{$tag} // ['o', [], {}])->[2]; $s->{oneOf} ? map { tags($_, $tag) } @{$s->{oneOf}[1]} : $p->{const} ? $p->{const} : $p->{enum} ? @{$p->{enum}[1]} : () }
sub branch {
	my ($value, $at, $tag, $branches) = @_;
	my $got = ($value->[2] // return)->{$tag} // do { @issues = grep { index $_->[0], "$at->[0]/" } @issues; return issue(below($at, $tag), 'required') };
	for my $branch (@$branches) { return check($branch, $value, $at) if grep { same($got, $_) } tags($branch, $tag) }
	issue(below($at, $tag), 'discriminator');
}

sub is_time {
	my ($y, $mo, $d, $h, $mi, $s, $sign, $oh, $om) = $_[0] =~ /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:Z|([-+])([01]\d|2[0-3]):([0-5]\d))\z/ai or return 0;
	my $days = $mo == 2 ? 28 + ($y % 4 == 0 && ($y % 100 != 0 || $y % 400 == 0)) : 30 + (($mo + ($mo > 7)) % 2);
	return $mo >= 1 && $mo <= 12 && $d >= 1 && $d <= $days && ($s < 60 || ($h * 60 + $mi - "${\($sign // q(+))}1" * (($oh // 0) * 60 + ($om // 0))) % 1440 == 1439);
}

sub answer {
	my $request = shift->[2];
	my ($op, $protocol, $type, $text, $base64) = map { ($request->{$_} // [])->[1] } qw(op protocol type text base64);
	return '"executor":"perl","language":"perl","contract":1,"protocols":[' . join(',', map { quote($_) } sort keys %bundles) . ']' if $op eq 'start';
	return $op eq 'stop' ? '' : '"skipped":' . quote("no $op, and no parameters") if $op ne 'check' || $request->{params};
	($defs, %order, @issues) = $bundles{$protocol}{'$defs'}[2];
	my $schema = $defs->{$type // $bundles{$protocol}{'$ref'}[1] =~ s{.*/}{}r} or return '"skipped":' . quote("the schema has no $type");
	my $bytes = defined $base64 ? MIME::Base64::decode($base64) : do { utf8::encode($text); $text };
	my $value = eval { length $bytes > 2**24 ? die "the text is too long\n" : parse($bytes, 128) };
	$value ? check($schema, $value, ['', '']) : issue(['', ''], 'json');
	my %hiding = map { $_->[1] => $_->[2] } grep { $_->[2] =~ /^(?:type|integer-range|discriminator|const|enum)$/ } @issues;
	my %once;
	my @shown = grep { my $i = $_; !$once{"$i->[1] $i->[2]"}++ && !grep { substr($i->[1], 0, length) eq $_ && ($i->[1] ne $_ || $i->[2] ne $hiding{$_} && $i->[2] ne 'additionalProperties') } keys %hiding }
		sort { $a->[1] cmp $b->[1] || $a->[2] cmp $b->[2] } @issues;
	splice @shown, 100 if @shown > 100;
	my @list = map { '{"path":' . quote($_->[0]) . qq(,"rule":"$_->[2]","level":"must","message":"is wrong"}) } @shown;
	return '"issues":[' . join(',', @list) . ']' . (@shown ? '' : ',"output":' . quote(write_json($value, '')));
}
$| = 1;
while (defined(my $line = <STDIN>)) {
	my $request = parse($line, 1e9);
	my $answer = eval { answer($request) } // '"error":' . quote("$@");
	utf8::encode(my $out = '{' . join(',', '"seq":' . number($request->[2]{seq}[1]), $answer || ()) . "}\n");
	print $out;
	last if !$answer;    # of stop
}
