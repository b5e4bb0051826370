package main

import "C" // makes the exports

import (
	"heddle/cbridge/handles"
	"heddle/clapi"
)

//export heddleCreateSampler
func heddleCreateSampler(context uintptr, normalized, addressing, filter uint32, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	sampler, err := findContext(context).CreateSampler(normalized, addressing, filter)
	return give(handles.Sampler, sampler, err, errorRet)
}

//export heddleCreateSamplerWithProperties
func heddleCreateSamplerWithProperties(context, list, errorRet uintptr) (result uintptr) {
	defer recoverHandle(errorRet, &result)
	sampler, err := findContext(context).CreateSamplerWithProperties(properties[uint64](list))
	return give(handles.Sampler, sampler, err, errorRet)
}

//export heddleRetainSampler
func heddleRetainSampler(sampler uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findSampler(sampler).Retain())
}

//export heddleReleaseSampler
func heddleReleaseSampler(sampler uintptr) (result int32) {
	defer recoverStatus(&result)
	return answer(findSampler(sampler).Release())
}

//export heddleGetSamplerInfo
func heddleGetSamplerInfo(sampler uintptr, name uint32, size uint64, value, sizeRet uintptr) (result int32) {
	defer recoverStatus(&result)
	n, err := findSampler(sampler).GetInfo(name, clapi.InfoTarget{Address: value, SizeBytes: size})
	return answerInfo(n, err, sizeRet)
}
