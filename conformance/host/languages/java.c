// The native methods of Client.java.
#include "client.h"
#include <jni.h>

JNIEXPORT void JNICALL Java_Client_open(JNIEnv *env, jclass class) { client_open(); }
JNIEXPORT void JNICALL Java_Client_work(JNIEnv *env, jclass class) { client_work(); }
JNIEXPORT void JNICALL Java_Client_finish(JNIEnv *env, jclass class) { client_finish(); }
