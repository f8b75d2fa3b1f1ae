package main

import (
	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/delegator"
	"github.com/envgen/envgen/gen/go/foxctl"
	"github.com/envgen/envgen/gen/go/helper"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

// protocols is the one place that knows which packages there are.
var protocols = []protocol{
	{"agh", agh.RootType, agh.Lookup},
	{"delegator", delegator.RootType, delegator.Lookup},
	{"foxctl", foxctl.RootType, foxctl.Lookup},
	{"helper", helper.RootType, helper.Lookup},
	{"hotrepl", hotrepl.RootType, hotrepl.Lookup},
}
