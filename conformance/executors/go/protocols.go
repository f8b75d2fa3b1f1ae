package main

import (
	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/delegator"
	"github.com/envgen/envgen/gen/go/foxctl"
	"github.com/envgen/envgen/gen/go/helper"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

// protocols is the only list of the packages.
var protocols = []protocol{
	{"agh", agh.RootType, agh.Lookup, agh.Conversations, agh.Builders},
	{"delegator", delegator.RootType, delegator.Lookup, delegator.Conversations, delegator.Builders},
	{"foxctl", foxctl.RootType, foxctl.Lookup, foxctl.Conversations, foxctl.Builders},
	{"helper", helper.RootType, helper.Lookup, helper.Conversations, helper.Builders},
	{"hotrepl", hotrepl.RootType, hotrepl.Lookup, hotrepl.Conversations, hotrepl.Builders},
}
